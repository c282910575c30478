// A class inside a class template is another one for each instance: its size differs.
template <int N> struct Row { struct Cells { int v[N]; }; Cells cells; };
__global__ void k(int *out) {
  __shared__ Row<1> narrow[64];
  __shared__ Row<32> wide[64];
  narrow[threadIdx.x].cells.v[0] = 1;
  int *mine = (int *)&wide[threadIdx.x];
  mine[0] = 1;
  mine[1] = 2;
  out[threadIdx.x] = narrow[threadIdx.x].cells.v[0];
}
void launch(int *out) { k<<<1, 64>>>(out); }
