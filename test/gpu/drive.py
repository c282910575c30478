"""Makes all launches of FOLDER on a GPU: plainly, under synccheck and under racecheck. Writes OUT/results.json: by launch, what each of them said.

Run on a machine with a GPU: python3 test/gpu/drive.py FOLDER OUT SECONDS [WORKERS]
"""
import concurrent.futures, glob, json, os, re, subprocess, sys, time

folder, out, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
workers = int(sys.argv[4]) if len(sys.argv) > 4 else 14
until = time.monotonic() + seconds
library = next((path for path in [*glob.glob('/usr/local/nvidia/lib64/libcuda.so.1'), *glob.glob('/usr/lib/x86_64-linux-gnu/libcuda.so.1'), *glob.glob('/usr/local/cuda*/compat/libcuda.so.1')]), '-lcuda')
subprocess.run(['nvcc', '-O1', '-o', '/tmp/runner', '-x', 'c++', 'test/gpu/runner.cpp', '-Xlinker', library], check=True)

known = subprocess.run(['compute-sanitizer', '--help'], capture_output=True, text=True).stdout
# options differ between versions
sanitizer = ['compute-sanitizer', *(['--print-limit', '100000'] if '--print-limit' in known else []), *(['--show-backtrace', 'no'] if '--show-backtrace' in known else [])]
tools = {
    'plain': [],
    'synccheck': [*sanitizer, '--tool', 'synccheck'],
    'racecheck': [*sanitizer, '--tool', 'racecheck', '--racecheck-report', 'all'],
}


def launches_of(path):
    return len(re.findall(r'^J ', open(path).read(), re.M))


def read(lines, results):
    """What was said between BEGIN and END of each launch. The last one that was begun, if it did not end."""
    number, said, begun = None, [], 0
    for line in lines:
        if line.startswith('BEGIN '):
            number, said, begun = int(line.split()[1]), [], begun + 1
        elif line.startswith('END ') and number is not None:
            results[number] = {'result': line.split(' ', 2)[2], 'said': said}
            number = None
        elif number is not None and line.startswith('='):
            said.append(line.strip('= '))
    if number is not None:
        results[number] = {'result': 'ended', 'said': said}
    return begun


def run(task):
    tool, path = task
    results, at, count = {}, 0, launches_of(path)
    while at < count and time.monotonic() < until:
        left = max(5, min(150, until - time.monotonic()))
        command = ['timeout', '-s', 'KILL', str(int(left)), *tools[tool], '/tmp/runner', folder, path, str(at)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        begun = read(done.stdout.splitlines(), results)
        if begun == 0:
            results[-1 - at] = {'result': 'not started', 'said': done.stdout.splitlines()[-5:]}
            break
        at += begun
    return tool, results


paths = sorted(glob.glob(f'{folder}/jobs-*.txt'), key=lambda path: int(re.findall(r'\d+', path)[-1]))
everything = {tool: {} for tool in tools}
begin = time.monotonic()
with concurrent.futures.ThreadPoolExecutor(workers) as pool:
    for tool, results in pool.map(run, [(tool, path) for tool in tools for path in paths]):
        everything[tool].update(results)
everything['versions'] = {tool: subprocess.run(words, capture_output=True, text=True).stdout for tool, words in
                          {'nvcc': ['nvcc', '--version'], 'compute-sanitizer': ['compute-sanitizer', '--version'], 'GPU': ['nvidia-smi', '--query-gpu=name,driver_version', '--format=csv,noheader']}.items()}
json.dump(everything, open(os.path.join(out, 'results.json'), 'w'))
print({tool: len(results) for tool, results in everything.items()}, f'{time.monotonic() - begin:.0f} s')
