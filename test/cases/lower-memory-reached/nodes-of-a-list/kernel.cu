struct Node {
  int value;
  Node *next;
};

__global__ void mark(Node *head) {
  for (Node *at = head->next; at != nullptr; at = at->next) {
    at->value = threadIdx.x;
  }
}
