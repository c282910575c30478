template <bool WIDE, int COUNT> struct Traits { static constexpr int step = WIDE ? 1 : 0, threads = COUNT; };

template <typename T> __global__ void kernel(int *out) {
    out[threadIdx.x * T::step] = threadIdx.x;
}

void host(int *out) {
    auto run = [&]<bool WIDE, int COUNT>() { kernel<Traits<WIDE, COUNT>><<<1, 64>>>(out); };
    run.operator()<true, 64>();
}
