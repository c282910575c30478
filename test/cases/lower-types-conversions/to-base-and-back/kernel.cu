struct Tag { int tag; };
struct Body { int *data; int length; };
struct Whole : Tag, Body { int extra; };
__device__ void put(Body *body, int at) { body->data[at] = body->length; }
__device__ int sum(Whole *whole) {
  Body *body = whole;
  return static_cast<Whole *>(body)->extra + body->length;
}
__global__ void walk(int *out, Whole *all) {
  Whole mine;
  mine.data = out;
  mine.length = threadIdx.x;
  mine.extra = 5;
  put(&mine, mine.length);
  Body *body = &all[threadIdx.x];
  body->length = sum(&mine);
}
