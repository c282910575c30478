template <class F>
struct Task {
  F body;
  int n;
};
template <class F>
__global__ void run(Task<F> task) {
  if (threadIdx.x < task.n) task.body(threadIdx.x);
}
template <class F>
void launch(F body) {
  Task<F> task{body, 64};
  run<<<1, 64>>>(task);
}
void go(int *out) {
  launch([=] __device__(int i) { out[i / 2] = i; });  // race: 16
}
