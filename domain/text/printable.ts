/** Letters of other scripts, and pictures: the fonts of printed documents have Latin, Greek and Cyrillic letters. */
const NOT_IN_FONTS =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Script=Common}])[\p{L}\p{M}\p{N}]|[\u{1f000}-\u{1ffff}]/gu

/** The characters of a text that the fonts of printed documents lack, once each, as they appear. */
export function unprintable(text: string): string[] {
  return [...new Set(text.match(NOT_IN_FONTS))]
}
