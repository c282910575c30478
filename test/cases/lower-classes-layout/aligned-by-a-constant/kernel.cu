constexpr int line = 16;
struct __attribute__((aligned(line / 4))) Row { float v[3]; };

__global__ void fill(Row *rows) {
  ((float *)rows)[threadIdx.x * 4 + 3] = 2.0f;  // race: 6
  rows[threadIdx.x].v[0] = 1.0f;
}

void launch(Row *rows) { fill<<<1, 64>>>(rows); }
