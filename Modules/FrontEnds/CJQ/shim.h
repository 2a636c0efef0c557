#pragma once

// jv.h uses this type without the header that defines it.
#include <stddef.h>
#include <jq.h>
