// A class inside a class template is another one for each instance: its size differs.
template <int N> struct Row { struct Cells { int v[N]; }; Cells cells; };
__global__ void k(int *out) {
  __shared__ Row<32> wide[64];
  __shared__ Row<1> narrow[65];
  wide[threadIdx.x].cells.v[0] = 1;
  int *mine = (int *)&narrow[threadIdx.x];
  mine[0] = 1; // race: 9
  mine[1] = 2;
  out[threadIdx.x] = wide[threadIdx.x].cells.v[0];
}
void launch(int *out) { k<<<1, 64>>>(out); }
