namespace shapes {
template <class T> struct Traits { using index = unsigned char; };
template <> struct Traits<int> { using index = int; struct Inner { using other = short; }; };
}

__global__ void kernel(int *out) {
    typename shapes::Traits<int>::index cell = threadIdx.x * 8;
    typename shapes::Traits<int>::Inner::other own = threadIdx.x * 8;
    out[own + 512] = own;
    out[cell] = own;
}
