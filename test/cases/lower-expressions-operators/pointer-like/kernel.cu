struct Cell { int value; };
struct Cursor {
  Cell *at;
  __device__ Cell *operator->() const { return at; }
  __device__ Cell &operator*() const { return *at; }
  __device__ Cursor operator+(int n) const { return Cursor{at + n}; }
  __device__ explicit operator bool() const { return at != nullptr; }
};
__global__ void walk(Cell *cells) {
  Cursor cursor{cells};
  if (cursor) (*(cursor + threadIdx.x)).value = threadIdx.x;
  Cursor mine = cursor + threadIdx.x;
  mine->value += 1;
}
