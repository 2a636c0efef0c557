// SlowMutexPaths.c declares nothing for Swift.
