struct Shape {
  __device__ virtual float area(float scale) const = 0;
};
struct Circle : Shape {
  float radius;
  __device__ float area(float scale) const override { return 3.14f * scale * radius * radius; }
};
struct Square : Shape {
  float side;
  __device__ float area(float scale) const override { return scale * side * side; }
};

__global__ void areas(Shape **shapes, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = shapes[i]->area(2.0f);
}
