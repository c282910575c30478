// x counts bytes: without the factor of 4 neighbours overlap.
__global__ void k(cudaSurfaceObject_t s) {
    int x = threadIdx.x;
    surf2Dwrite(x * 1000, s, x, threadIdx.y); // race: 4
}
