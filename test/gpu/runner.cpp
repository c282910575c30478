// Makes the launches of a file that compile.ts has written, from the given one on, and says what became of each: one line `BEGIN number`, and one line
// `END number RESULT`. A fault or a deadlock makes the context useless, so it ends the process; drive.py goes on with the next launch.
#include <cuda.h>
#include <unistd.h>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr size_t roomOf = 4 << 20, roomBefore = 1 << 20;
constexpr double secondsOfLaunch = 4;

struct Write { long offset; std::vector<uint8_t> bytes; };
struct Param { bool isArray; std::vector<uint8_t> bytes; std::vector<Write> values; bool isCompared; std::vector<Write> final; };
struct Job { int number; std::string binary, symbol; unsigned grid[3], block[3], shared; int isCooperative, hasGlobals; std::vector<Param> params; };

std::vector<uint8_t> bytesOf(const std::string &digits) {
  std::vector<uint8_t> bytes;
  for (size_t k = 0; k + 1 < digits.size(); k += 2) bytes.push_back(uint8_t(std::stoi(digits.substr(k, 2), nullptr, 16)));
  return bytes;
}

std::vector<Job> read(const char *path) {
  std::ifstream in(path);
  std::vector<Job> jobs;
  std::string word, digits;
  while (in >> word) {
    Job job;
    size_t count;
    in >> job.number >> job.binary >> job.symbol >> job.grid[0] >> job.grid[1] >> job.grid[2] >> job.block[0] >> job.block[1] >> job.block[2];
    in >> job.shared >> job.isCooperative >> job.hasGlobals >> count;
    for (size_t k = 0; k < count; k++) {
      Param param{};
      in >> word >> digits;
      param.isArray = word == "A";
      param.bytes = bytesOf(digits);
      if (param.isArray) {
        long values, written;
        in >> values;
        for (long v = 0; v < values; v++) { long offset; in >> offset >> digits; param.values.push_back({offset, bytesOf(digits)}); }
        in >> written;
        param.isCompared = written >= 0;
        for (long w = 0; w < written; w++) { long offset; in >> offset >> digits; param.final.push_back({offset, bytesOf(digits)}); }
      }
      job.params.push_back(param);
    }
    jobs.push_back(job);
  }
  return jobs;
}

void end(int number, const std::string &result, int status = -1) {
  std::printf("END %d %s\n", number, result.c_str());
  std::fflush(stdout);
  if (status >= 0) _exit(status);
}

std::string nameOf(CUresult result) {
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  return name == nullptr ? "unknown" : name;
}

CUmodule load(const std::string &folder, const Job &job) {
  static std::map<std::string, CUmodule> known;
  auto found = known.find(job.binary);
  if (found != known.end() && !job.hasGlobals) return found->second;
  CUmodule module = nullptr;
  if (cuModuleLoad(&module, (folder + "/" + job.binary).c_str()) != CUDA_SUCCESS) return nullptr;
  if (!job.hasGlobals) known[job.binary] = module;
  return module;
}

void place(const std::vector<Write> &writes, std::vector<uint8_t> &bytes) {
  for (const auto &[offset, value] : writes)
    for (size_t k = 0; k < value.size(); k++)
      if (offset + long(k) >= -long(roomBefore) && offset + long(k) < long(roomOf - roomBefore)) bytes[roomBefore + offset + k] = value[k];
}

std::vector<uint8_t> contentsOf(const Param &param) {
  std::vector<uint8_t> bytes(roomOf);
  const auto &fill = param.bytes;
  if (!fill.empty()) for (size_t k = 0; k < roomOf; k++) bytes[k] = fill[k % fill.size()];
  place(param.values, bytes);
  return bytes;
}

void run(const std::string &folder, const Job &job, CUdeviceptr memory) {
  CUmodule module = load(folder, job);
  CUfunction function;
  if (module == nullptr || cuModuleGetFunction(&function, module, job.symbol.c_str()) != CUDA_SUCCESS) return end(job.number, "not-loaded");
  std::vector<std::vector<uint8_t>> contents;
  std::vector<CUdeviceptr> pointers(job.params.size());
  std::vector<void *> arguments;
  for (size_t k = 0; k < job.params.size(); k++) {
    const Param &param = job.params[k];
    size_t offset, size;
    if (cuFuncGetParamInfo(function, k, &offset, &size) != CUDA_SUCCESS || size != (param.isArray ? 8 : param.bytes.size())) return end(job.number, "other-parameters");
    contents.push_back(param.isArray ? contentsOf(param) : std::vector<uint8_t>());
    pointers[k] = memory + k * roomOf + roomBefore;
    if (param.isArray) cuMemcpyHtoD(memory + k * roomOf, contents[k].data(), roomOf);
    arguments.push_back(param.isArray ? (void *)&pointers[k] : (void *)param.bytes.data());
  }
  size_t offset, size;
  if (cuFuncGetParamInfo(function, job.params.size(), &offset, &size) == CUDA_SUCCESS) return end(job.number, "other-parameters");
  if (job.shared > 0) cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(job.shared));
  CUevent done;
  cuEventCreate(&done, CU_EVENT_DEFAULT);
  auto launch = job.isCooperative ? cuLaunchCooperativeKernel(function, job.grid[0], job.grid[1], job.grid[2], job.block[0], job.block[1], job.block[2], job.shared, nullptr, arguments.data())
                                  : cuLaunchKernel(function, job.grid[0], job.grid[1], job.grid[2], job.block[0], job.block[1], job.block[2], job.shared, nullptr, arguments.data(), nullptr);
  if (launch != CUDA_SUCCESS) return end(job.number, "not-launched " + nameOf(launch));
  cuEventRecord(done, nullptr);
  const auto begin = std::chrono::steady_clock::now();
  CUresult state;
  while ((state = cuEventQuery(done)) == CUDA_ERROR_NOT_READY) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > secondsOfLaunch) end(job.number, "hangs", 9);
    usleep(200);
  }
  if (state == CUDA_SUCCESS) state = cuCtxSynchronize();
  if (state != CUDA_SUCCESS) end(job.number, "fault " + nameOf(state), 8);
  std::string result = "ok";
  for (size_t k = 0; k < job.params.size(); k++) {
    const Param &param = job.params[k];
    if (!param.isArray || !param.isCompared) continue;
    std::vector<uint8_t> expected = contents[k], actual(roomOf);
    place(param.final, expected);
    cuMemcpyDtoH(actual.data(), memory + k * roomOf, roomOf);
    size_t differ = 0, first = 0;
    for (size_t b = 0; b < roomOf; b++) if (expected[b] != actual[b] && differ++ == 0) first = b;
    if (differ == 0) { result += " same"; continue; }
    const size_t word = roomBefore % 4 + (first & ~size_t(3));
    char text[160];
    std::snprintf(text, sizeof text, " differs:%zu:%ld:%08x:%08x", differ, long(word) - long(roomBefore), *(uint32_t *)&expected[word], *(uint32_t *)&actual[word]);
    result += text;
  }
  if (job.hasGlobals) cuModuleUnload(module);
  cuEventDestroy(done);
  end(job.number, result);
}

} // namespace

int main(int, char **argv) {
  const std::string folder = argv[1];
  const auto jobs = read(argv[2]);
  CUdevice device;
  CUcontext context;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS || cuCtxSetCurrent(context) != CUDA_SUCCESS) return 7;
  size_t most = 1;
  for (const Job &job : jobs) most = std::max(most, job.params.size());
  CUdeviceptr memory;
  if (cuMemAlloc(&memory, most * roomOf) != CUDA_SUCCESS) return 7;
  for (size_t k = size_t(std::atol(argv[3])); k < jobs.size(); k++) {
    std::printf("BEGIN %d\n", jobs[k].number);
    std::fflush(stdout);
    run(folder, jobs[k], memory);
  }
  std::printf("DONE\n");
  return 0;
}
