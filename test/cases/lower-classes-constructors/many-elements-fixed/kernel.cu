struct Empty { int at; __device__ Empty() {} };
struct Cell { int at; __device__ Cell() : at(0) {} };
template <class T> struct Stack {
  T items[100];
  int top;
  __device__ Stack() : top(-1) {}
  __device__ void push(T item) { items[++top] = item; }
};

__global__ void kernel(int *out) {
    Stack<Empty> empty;
    Stack<Cell> stack;
    Cell cell;
    cell.at = threadIdx.x;
    stack.push(cell);
    out[threadIdx.x] = cell.at + empty.top;
}
