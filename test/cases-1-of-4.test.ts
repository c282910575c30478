import { testCases } from './case-tests.ts';

testCases(1, 4);
