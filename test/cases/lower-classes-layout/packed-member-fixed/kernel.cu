struct Record { char kind; int value; };

__global__ void mark(Record *records) {
  ((char *)records)[threadIdx.x * 8] = 2;
  records[threadIdx.x].value = 1;
}

void launch(Record *records) { mark<<<1, 64>>>(records); }
