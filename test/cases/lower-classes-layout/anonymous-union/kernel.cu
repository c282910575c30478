struct Word {
  union {
    unsigned all;
    struct { unsigned short low, high; };
  };
  int tag;
};
__global__ void cut(int *out, Word *words) {
  Word word;
  word.all = threadIdx.x | 7u << 16;
  word.tag = 1;
  words[threadIdx.x].high = word.low;
  words[threadIdx.x].tag = word.tag;
  out[threadIdx.x] = words[threadIdx.x].low;
}
