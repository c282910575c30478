__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
class Stage {
  int *to, *from;
public:
  Stage(int *a, int *b) : to(a), from(b) {}
  void run() { shift<<<1, 64>>>(to, from); }
};
void run(int *x, int *y) {
  Stage stage(x, y);
  stage.run();
}
