/** Lower case and without accents, so that "nguyen" finds "Nguyễn". */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
}
