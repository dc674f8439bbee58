/**
 * Where a spreadsheet may see a formula begin: = + - @ and the minus sign, and what Unicode takes for them (NFKC), such
 * as ﹦ and ⁼. The inside of a character class.
 */
export const FORMULA_SIGNS = '=+\\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠';
