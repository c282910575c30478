template <class T> struct Sink {
  __device__ virtual void add(T value) = 0;
};
template <class T> struct List : Sink<T> {
  int count;
  __device__ void add(T value) override { count += value; } // race: 6
};

__global__ void fill(Sink<int> *sink) {
  sink->add(threadIdx.x);
}
