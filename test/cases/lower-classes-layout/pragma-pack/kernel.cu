#pragma pack(push, 1)
struct Record { char kind; int value; };
#pragma pack(pop)

__global__ void mark(Record *records) {
  ((char *)records)[threadIdx.x * 8] = 2;  // race: 7
  records[threadIdx.x].value = 1;
}

void launch(Record *records) { mark<<<1, 64>>>(records); }
