struct Plain { int a; char b; };
class Closed { public: int a; protected: char b; };
struct Empty {};
struct FromPlain : Plain { char c; };
struct FromClosed : Closed { char c; };
struct FromEmpty : Empty { int c; };
struct alignas(16) Wide { double d; alignas(8) char e; float4 f[2]; };
__global__ void offsets(FromPlain *p, FromClosed *q, FromEmpty *e, Wide *w, unsigned long *out) {
  p[threadIdx.x].c = 1;
  q[threadIdx.x].c = 1;
  e[threadIdx.x].c = 1;
  w[threadIdx.x].e = 1;
  w[threadIdx.x].f[1].z = 1;
  out[threadIdx.x] = sizeof(FromPlain) + 100 * sizeof(FromClosed) + 10000 * sizeof(FromEmpty) + 1000000 * sizeof(Wide);
}
