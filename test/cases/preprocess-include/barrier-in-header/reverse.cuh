#pragma once
#define SIZE 64
#define MEET __syncwarp()
