struct __attribute__((packed)) Record { char tag; int2 value; };
__global__ void fill(char *out) {
  Record *own = reinterpret_cast<Record *>(out + threadIdx.x * 5);
  own->value = make_int2(threadIdx.x, 7 * threadIdx.x); // race: 4
}
void run(char *out) { fill<<<1, 64>>>(out); }
