import type { FamilyDocument } from '../document.ts'
import { family } from './families.ts'
import { HABSBURGS } from './habsburgs.ts'

/** Who was whose child by the genetic examination of the royal mummies, as far as it is published, and their ancestors. */
const TUTANKHAMUN: FamilyDocument = family(
  ['Yuya', 'man'],
  ['Thuya', 'woman'],
  ['Thutmose IV', 'man'],
  ['Mutemwiya', 'woman'],
  ['Amenhotep III', 'man', ['Thutmose IV', 'Mutemwiya']],
  ['Tiye', 'woman', ['Yuya', 'Thuya']],
  ['KV55', 'man', ['Amenhotep III', 'Tiye']],
  ['KV35YL', 'woman', ['Amenhotep III', 'Tiye']],
  ['Nefertiti', 'woman'],
  ['Tutankhamun', 'man', ['KV55', 'KV35YL'], { isProband: true }],
  ['Ankhesenamun', 'woman', ['KV55', 'Nefertiti']],
  ['first daughter', 'woman', ['Tutankhamun', 'Ankhesenamun'], { pregnancy: stillborn(20) }],
  ['second daughter', 'woman', ['Tutankhamun', 'Ankhesenamun'], { pregnancy: stillborn(36) }],
)

function stillborn(weeks: number) {
  return { state: 'stillbirth' as const, weeks, dueDate: '' }
}

/** Hemophilia among the descendants of Queen Victoria: four generations, and first cousins who married. */
const VICTORIA: FamilyDocument = family(
  ['Albert', 'man'],
  ['Victoria', 'woman', undefined, { isProband: true }],
  ['Vicky', 'woman', ['Albert', 'Victoria']],
  ['Edward VII', 'man', ['Albert', 'Victoria']],
  ['Alice', 'woman', ['Albert', 'Victoria']],
  ['Alfred', 'man', ['Albert', 'Victoria']],
  ['Helena', 'woman', ['Albert', 'Victoria']],
  ['Louise', 'woman', ['Albert', 'Victoria']],
  ['Arthur', 'man', ['Albert', 'Victoria']],
  ['Leopold', 'man', ['Albert', 'Victoria']],
  ['Beatrice', 'woman', ['Albert', 'Victoria']],
  ['Frederick III', 'man'],
  ['William II', 'man', ['Frederick III', 'Vicky']],
  ['Henry of Prussia', 'man', ['Frederick III', 'Vicky']],
  ['Louis of Hesse', 'man'],
  ['Irene', 'woman', ['Louis of Hesse', 'Alice']],
  ['Frederick of Hesse', 'man', ['Louis of Hesse', 'Alice']],
  ['Alix', 'woman', ['Louis of Hesse', 'Alice']],
  ['Waldemar', 'man', ['Henry of Prussia', 'Irene']],
  ['Sigismund', 'man', ['Henry of Prussia', 'Irene']],
  ['Henry', 'man', ['Henry of Prussia', 'Irene']],
  ['Nicholas II', 'man'],
  ['Olga', 'woman', ['Nicholas II', 'Alix']],
  ['Tatiana', 'woman', ['Nicholas II', 'Alix']],
  ['Maria', 'woman', ['Nicholas II', 'Alix']],
  ['Anastasia', 'woman', ['Nicholas II', 'Alix']],
  ['Alexei', 'man', ['Nicholas II', 'Alix']],
  ['Helen of Waldeck', 'woman'],
  ['Alice of Athlone', 'woman', ['Leopold', 'Helen of Waldeck']],
  ['Charles Edward', 'man', ['Leopold', 'Helen of Waldeck']],
  ['Alexander of Teck', 'man'],
  ['May', 'woman', ['Alexander of Teck', 'Alice of Athlone']],
  ['Rupert', 'man', ['Alexander of Teck', 'Alice of Athlone']],
  ['Henry of Battenberg', 'man'],
  ['Alexander', 'man', ['Henry of Battenberg', 'Beatrice']],
  ['Victoria Eugenie', 'woman', ['Henry of Battenberg', 'Beatrice']],
  ['Leopold of Battenberg', 'man', ['Henry of Battenberg', 'Beatrice']],
  ['Maurice', 'man', ['Henry of Battenberg', 'Beatrice']],
  ['Alfonso XIII', 'man'],
  ['Alfonso', 'man', ['Alfonso XIII', 'Victoria Eugenie']],
  ['Jaime', 'man', ['Alfonso XIII', 'Victoria Eugenie']],
  ['Beatriz', 'woman', ['Alfonso XIII', 'Victoria Eugenie']],
  ['Maria Cristina', 'woman', ['Alfonso XIII', 'Victoria Eugenie']],
  ['Juan', 'man', ['Alfonso XIII', 'Victoria Eugenie']],
  ['Gonzalo', 'man', ['Alfonso XIII', 'Victoria Eugenie']],
)

/** As genealogies and papers have them. */
export const REAL_FAMILIES: readonly (readonly [words: string, document: FamilyDocument])[] = [
  ['the ancestors of Charles II of Spain', HABSBURGS],
  ['the family of Tutankhamun', TUTANKHAMUN],
  ['the descendants of Queen Victoria', VICTORIA],
]
