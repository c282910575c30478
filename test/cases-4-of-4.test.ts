import { testCases } from './case-tests.ts';

testCases(4, 4);
