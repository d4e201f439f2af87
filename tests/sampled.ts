/** Whether tests try all cases instead of a sample, as in the chaos suite `samples`. */
export const triesAllCases = process.env.ALL_CASES === '1'
