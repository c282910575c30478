struct Point {
    int x, y;
    __device__ Point(int a, int b) : x(a), y(b) {}
    template <class U> __device__ Point(const U &other) : x(0), y(0) {}
};
struct Box {
    int at;
    __device__ Box(Point p) : at(p.y) {}
    template <class U> __device__ Box(const U *const &other) : at(0) {}
};

__global__ void kernel(int *out) {
    Box box({0, (int)threadIdx.x});
    out[box.at] = threadIdx.x;
}
