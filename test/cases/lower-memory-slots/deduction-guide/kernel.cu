struct Half
{
    int of;
    __device__ Half(int whole) : of(whole / 2) {}
    __device__ operator int() const { return of; }
};

template <class T>
struct Box
{
    T value;
};
template <class T>
Box(T) -> Box<Half>;

__global__ void put(int *out)
{
    int thread = threadIdx.x;
    Box box{thread};
    out[box.value] = thread;
}
