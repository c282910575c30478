/** Library functions by their exact names: those that make memory of their own, and those that set no pointers. */

/** They return the start of fresh memory. */
const returning = /^(?:malloc|calloc|aligned_alloc|alloca|memalign|strn?dup|_aligned_malloc|_mm_malloc|fftw[fl]?_malloc|__builtin_alloca)$/;
/** They set the pointer that their first argument points to. */
const setting = /^(?:(?:cuda|hip)(?:Malloc|MallocManaged|MallocHost|HostAlloc|HostMalloc|MallocPitch|Malloc3D|MallocAsync|MallocFromPoolAsync|ExtMallocWithFlags|MallocArray|Malloc3DArray|MallocMipmappedArray)|cu(?:MemAlloc|MemAllocHost|MemHostAlloc|MemAllocManaged|MemAllocPitch|MemAllocAsync|MemAllocFromPoolAsync)(?:_v2)?|posix_memalign)$/;

export const returnsFresh = (name: string): boolean => returning.test(name);
export const setsFresh = (name: string): boolean => setting.test(name);

/** Library functions that keep no pointer and set none through another. */
export const forgets = (name: string): boolean => forgetting.test(name);
const forgetting = /^(?:(?:cuda|hip)(?!Graph(?!ics)|\w*(?:Memcpy|GetSymbolAddress|GetMapped|DevicePointer|IpcOpen|MemPool))\w+|cublas\w*|cusparse\w*|cufft\w*|curand\w*|cusolver\w*|f?printf|s?n?printf|free|memset|fwrite|assert|delete)$/;

/** Whether no kernel is launched by a call of this name, and nothing is left or copied but as its arguments say. */
export const isPlainCall = (name: string): boolean => /^(?:swap|(?:cuda|hip)(?!Launch)\w+)$/.test(name) || returnsFresh(name) || setsFresh(name);
