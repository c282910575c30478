import { testCases } from './case-tests.ts';

testCases(3, 4);
