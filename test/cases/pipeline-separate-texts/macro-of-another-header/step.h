#ifndef STEP
#define STEP 0
#endif
