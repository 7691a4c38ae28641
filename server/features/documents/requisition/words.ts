/** A label and its value; fields without a value are omitted. */
export type Field = readonly [label: string, value: string]

/** A North American number as clinics write it, '(614) 555-0101'; any other is returned unchanged. */
export function phoneInWords(phone: string): string {
  return phone.trim().replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
