__global__ void greatest(double *most, const double *in) {
  *most = fmax(*most, in[threadIdx.x]);  // race: 2
}
