import { testCases } from './case-tests.ts';

testCases(2, 4);
