import type { FormWords } from '../words/words.ts'
import type { CountryChoice } from './countries.ts'
import { ariaOf, Field } from './Field.tsx'
import classes from './field.module.css'
import { LATIN } from './TextField.tsx'

interface PhoneFieldProps {
  words: FormWords
  countries: readonly CountryChoice[]
  /** The chosen one. */
  country: string
  error: string | undefined
}

/** A number and, before it, the country that it is of: the list has their names, the closed list only the code. */
export function PhoneField({ words, countries, country, error }: PhoneFieldProps) {
  const chosen = countries.find((one) => one.country === country) ?? countries[0]
  return (
    <Field id="phone" label={words.phoneNumber} error={error}>
      <div className={classes.phone}>
        <div className={classes.country}>
          <select id="phoneCountry" name="phoneCountry" aria-label={words.country} autoComplete="off">
            {countries.map((one) => (
              <option key={one.country} value={one.country}>
                {one.name} +{one.code}
              </option>
            ))}
          </select>
          <span className={classes.chosen} aria-hidden="true" dir="ltr">
            {chosen?.country} +{chosen?.code}
          </span>
        </div>
        <input
          className={classes.input}
          id="phone"
          name="phone"
          type="tel"
          maxLength={30}
          autoComplete="tel"
          aria-required="true"
          {...LATIN}
          {...ariaOf('phone', { error })}
        />
      </div>
    </Field>
  )
}
