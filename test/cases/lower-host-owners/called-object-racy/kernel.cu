// What an object of a class template is called with decides the types of its kernel: two bytes each, so that two threads share an element.
typedef float (*Op)(float, float);
__device__ inline float plus(float a, float b) { return a + b; }

template <Op op, typename T>
__global__ void combine(const T *__restrict__ a, const T *__restrict__ b, float *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i * sizeof(T) / 4] = op(a[i], b[i]); // race: 8
}

template <Op op>
struct Combine {
  template <typename T>
  void operator()(const T *a, const T *b, float *out, int n) {
    combine<op, T><<<(n + 255) / 256, 256>>>(a, b, out, n);
  }
};

template <class Action>
void run(const void *a, const void *b, float *out, int n) {
  Action{}((const short *)a, (const short *)b, out, n);
}

void add(const void *a, const void *b, float *out, int n) { run<Combine<plus>>(a, b, out, n); }
