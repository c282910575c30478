/**
 * The 24 scenarios of AuCS (Wu et al., "Automating CUDA Synchronization via Program Transformation", ASE 2019, Table
 * I), and where their sources are: in place in the projects' histories, as the authors of AuCS cut them out, or
 * (GkleeTests) in our own words.
 */
import type { EngineOptions } from '../src/engine.ts';

type Launch = Pick<EngineOptions, 'block' | 'grid'> & Readonly<{ params?: Readonly<Record<string, bigint>> }>;
/**
 * `aucs`: seconds without detection, null where it is not repaired. `own`: the file of bench/gklee and its launch;
 * `place`: the case of the suite simulee-history; `cut`: that of the suite simulee, or null where it does not compile
 * or there is none.
 */
export type Scenario = Readonly<{
  project: string;
  revision: string;
  kernel: string;
  kind: 'race' | 'divergence' | 'redundant barrier';
  aucs: number | null;
  own?: Readonly<{ file: string; launch: Launch }>;
  place?: string;
  cut?: string;
}>;

const gklee = (
  kernel: string,
  kind: Scenario['kind'],
  aucs: number | null,
  file: string,
  block: number,
  grid: number,
  params: Readonly<Record<string, bigint>> = {},
): Scenario => ({
  project: 'GkleeTests',
  revision: '10eb6373d53',
  kernel,
  kind,
  aucs,
  own: { file, launch: { block: [block, 1, 1], grid: [grid, 1, 1], params } },
});

const historical = (
  project: string,
  revision: string,
  kernel: string,
  kind: Scenario['kind'],
  aucs: number | null,
  cut: string | null,
): Scenario => ({
  project,
  revision,
  kernel,
  kind,
  aucs,
  place: `${project}@${revision}#${kernel}`,
  ...(cut === null ? {} : { cut }),
});

export const scenarios: readonly Scenario[] = [
  gklee('device_global', 'race', 0.003, 'device-global.cu', 32, 1, { size: 32n }),
  gklee('colonel', 'race', null, 'colonel.cu', 128, 2),
  gklee('dl@deadlock_0', 'divergence', 0.025, 'deadlock-0.cu', 32, 2),
  gklee('dl@deadlock_2', 'divergence', 0.001, 'deadlock-2.cu', 64, 1),
  historical(
    'arrayfire',
    '0a8371a876b',
    'computeEvalHomography',
    'race',
    0.013,
    'homography.hpp#computeEvalHomography',
  ),
  historical(
    'arrayfire',
    'a7a297ba814',
    'scan_nonfinal_kernel',
    'race',
    0.021,
    'scan_first_by_key_impl.hpp#scan_nonfinal_kernel',
  ),
  historical(
    'arrayfire',
    'a7a297ba814',
    'scan_dim_nonfinal_kernel',
    'race',
    0.023,
    'scan_dim_by_key_impl.hpp#scan_dim_nonfinal_kernel',
  ),
  historical('arrayfire', '0c5a38182b7', 'hamming_matcher', 'race', 0.023, 'hamming2.cu#hamming_matcher'),
  historical('arrayfire', '0c5a38182b7', 'hamming_matcher_unroll', 'race', 0.02, 'hamming1.cu#hamming_matcher_unroll'),
  historical('arrayfire', 'd7abcf2358e', 'JacobiSVD', 'race', 0.029, 'JacobiSVD.cu#JacobiSVD'),
  historical('arrayfire', 'c59116e3ec3', 'warp_reduce', 'race', 0.014, null),
  historical('arrayfire', 'a515b112076', 'scan_dim_kernel', 'race', 0.036, 'scan_dim.hpp#scan_dim_kernel'),
  historical('arrayfire', 'd88e6a3540f', 'warp_reduce', 'race', 0.029, 'reduce.cu#warp_reduce'),
  historical('arrayfire', '1050816e422', 'hamming_matcher', 'race', 0.305, 'hamming3.cu#hamming_matcher'),
  historical('arrayfire', '1050816e422', 'hamming_matcher_unroll', 'race', 0.368, 'hamming4.cu#hamming_matcher_unroll'),
  historical('arrayfire', '0ed6cccc5ff', 'select_matches', 'divergence', 0.017, 'select_matches.cu#select_matches'),
  historical('arrayfire', 'dfbfca5fb77', 'select_matches', 'divergence', null, null),
  historical(
    'arrayfire',
    '0e0c726d7d0',
    'hamming_matcher_unroll',
    'divergence',
    null,
    'hamming5.cu#hamming_matcher_unroll',
  ),
  historical('arrayfire', 'ee4d0bd77d7', 'computeDescriptor', 'divergence', 0.055, 'Descriptor1.cu#computeDescriptor'),
  historical('arrayfire', '0d0d7d1285a', 'warp_reduce', 'divergence', 0.029, 'reducebd.cpp#warp_reduce'),
  historical('arrayfire', '31761d27f01', 'computeMedian', 'redundant barrier', 0.017, null),
  historical('arrayfire', 'faefa30c3a0', 'harris_response', 'redundant barrier', 0.028, null),
  historical('kaldi', 'bc13196e7fe', '_add_diag_mat_mat', 'divergence', null, '_add_diag_mat.cu#_add_diag_mat_mat'),
  historical('thundersvm', 'febf515a82', 'nu_smo_solve_kernel', 'race', 0.071, 'smo_kernel.cu#nu_smo_solve_kernel'),
];
