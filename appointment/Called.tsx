import { worldNumber } from './form/phone.ts'

interface CalledProps {
  /** With `{phone}` where the number belongs. */
  text: string
  phone: string
}

/** A sentence with a telephone number, which calls. */
export function Called({ text, phone }: CalledProps) {
  const [before, after] = text.split('{phone}')
  return (
    <>
      {before}
      <a href={`tel:${worldNumber(phone, 'US')}`} dir="ltr">
        {phone.replaceAll(' ', '\u00a0')}
      </a>
      {after}
    </>
  )
}
