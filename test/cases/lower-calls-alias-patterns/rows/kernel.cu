template <class T> struct At { typedef T *pointer; };
template <class T, unsigned long N, template <class> class P, class I> struct View { typename P<T>::pointer data; I strides[N]; };
template <class T, unsigned long N, template <class> class P> using LongView = View<T, N, P, long>;

template <class T> __device__ T *row(LongView<T, 2, At> &view, int i) { return view.data + i / 2; }

__global__ void kernel(LongView<int, 2, At> view) {
    *row(view, threadIdx.x) = threadIdx.x; // race: 8
}
