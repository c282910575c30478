// A member template with a specialization inside the class chooses how items are stored.
enum Order { BLOCKED, STRIPED };
template <int N, Order ORDER = BLOCKED> class Store {
  template <Order O, int UNUSED> struct Inner;
  template <int UNUSED> struct Inner<BLOCKED, UNUSED> {
    int tid;
    __device__ Inner(int tid) : tid(tid) {}
    template <class To> __device__ void put(To to, int (&items)[N]) { for (int i = 0; i < N; i++) to[tid * N + i] = items[i]; }
  };
  template <int UNUSED> struct Inner<STRIPED, UNUSED> {
    int tid;
    __device__ Inner(int tid) : tid(tid) {}
    template <class To> __device__ void put(To to, int (&items)[N]) { for (int i = 0; i < N; i++) to[tid + i * blockDim.x] = 8 * tid + i; }
  };
  typedef Inner<ORDER, 0> Chosen;
public:
  template <class To> __device__ void put(To to, int (&items)[N]) { Chosen(threadIdx.x).put(to, items); }
};
__global__ void k(int *out) {
  int items[4] = {1, 2, 3, 4};
  Store<4, STRIPED>().put(out, items);
}
void launch(int *out) { k<<<1, 64>>>(out); }
