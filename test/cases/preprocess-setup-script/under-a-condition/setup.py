import os
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

nvcc_flags = ['-O3', '-DTILE=64']
if os.environ.get('DEBUG'):
    nvcc_flags += ['-DCHECKED']
setup(
    name='shift',
    ext_modules=[CUDAExtension('shift', ['kernel.cu', 'bindings.cpp'], define_macros=[('OFFSET', '1')], extra_compile_args={'cxx': ['-O3'], 'nvcc': nvcc_flags})],
    cmdclass={'build_ext': BuildExtension},
)
