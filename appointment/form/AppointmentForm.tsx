import { useEffect, useState } from 'react'
import { LONGEST, PREFERRED_LANGUAGES } from '#domain/counseling/appointment.ts'
import { NOTICE_ID, type PageData } from '../data.ts'
import { countryChoices, FIRST_COUNTRY } from './countries.ts'
import { DateField } from './DateField.tsx'
import { errorText } from './error-words.ts'
import classes from './form.module.css'
import { Outcome } from './Outcome.tsx'
import { PhoneField } from './PhoneField.tsx'
import { SelectField } from './SelectField.tsx'
import { StillNeeded } from './StillNeeded.tsx'
import { LATIN, TextField } from './TextField.tsx'
import type { Errors } from './typed.ts'
import { useAppointment } from './use-appointment.ts'

/** The form (specification §2): its fields in the specification's order. */
export function AppointmentForm({
  language,
  countries: namesOf,
  date,
  preferredLanguage,
  phone,
  words,
}: PageData) {
  // The browser's own names of countries: those of the server may differ, and the list is long.
  const [countries, setCountries] = useState([FIRST_COUNTRY])
  useEffect(() => setCountries(countryChoices(namesOf)), [namesOf])
  const { form, notice, handlers, typed, begun, errors, phase, missing, goTo } = useAppointment(
    { language, preferredLanguage },
    countries.length > 1,
  )
  const busy = phase === 'busy'
  const errorOf = (field: keyof Errors) => errorText(words, errors, field)
  const name = (field: 'firstName' | 'lastName') => ({
    name: field,
    label: words[field],
    error: errorOf(field),
    required: true,
  })
  const optional = (
    field:
      | 'guardianFirstName'
      | 'guardianLastName'
      | 'insurancePolicyName'
      | 'insuranceId'
      | 'insuranceGroup',
  ) => ({ name: field, label: words[field], error: errorOf(field) })
  return (
    <form ref={form} className={classes.form} noValidate aria-labelledby="heading" {...handlers}>
      <p className={classes.rule}>{words.allRequired}</p>
      <fieldset className={classes.all} disabled={busy}>
        <Section id="patient" title={words.patient}>
          <TextField {...name('firstName')} autoComplete="given-name" />
          <TextField
            {...name('lastName')}
            hint={words.lastNameHint.replaceAll('{most}', String(LONGEST.lastName))}
            autoComplete="family-name"
          />
          <DateField words={words} order={date} error={errorOf('dateOfBirth')} />
          <TextField
            name="labNumber"
            label={words.labNumber}
            mark={words.optional}
            hint={words.labNumberHint}
            error={errorOf('labNumber')}
            autoComplete="off"
            latin={LATIN}
          />
        </Section>
        <Section id="guardian" title={words.guardian} mark={words.optional} hint={words.guardianHint}>
          <TextField {...optional('guardianFirstName')} autoComplete="section-guardian given-name" />
          <TextField {...optional('guardianLastName')} autoComplete="section-guardian family-name" />
        </Section>
        <Section id="reach" title={words.contactSection}>
          <TextField
            name="email"
            label={words.email}
            error={errorOf('email')}
            required
            type="email"
            autoComplete="email"
            latin={LATIN}
          />
          <PhoneField
            words={words}
            countries={countries}
            country={typed.phoneCountry}
            error={errorOf('phoneNumber')}
          />
          <div>
            <SelectField
              name="preferredContact"
              label={words.optOut}
              error={errorOf('preferredContact')}
              required
              none={words.select}
              choices={[
                ['yes', words.yes],
                ['no', words.no],
              ]}
            />
            <p className={classes.consent}>{words.textConsent}</p>
          </div>
          <SelectField
            name="preferredLanguage"
            label={words.preferredLanguage}
            error={errorOf('preferredLanguage')}
            first={preferredLanguage}
            {...(preferredLanguage === '' && { none: words.select, required: true })}
            choices={PREFERRED_LANGUAGES.map((one) => [one, words.preferredLanguages[one]])}
          />
        </Section>
        <Section id="insurance" title={words.insurance} mark={words.optional} hint={words.insuranceHint}>
          <TextField {...optional('insurancePolicyName')} autoComplete="off" />
          <TextField {...optional('insuranceId')} autoComplete="off" latin={LATIN} />
          <TextField {...optional('insuranceGroup')} autoComplete="off" latin={LATIN} />
        </Section>
        <Acknowledgment words={words} />
        {/* Hidden from people: what fills it in is no person. */}
        <div className={classes.trap} aria-hidden="true">
          <label htmlFor="website">Website</label>
          <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        {phase !== 'sent' && <StillNeeded words={words} begun={begun} missing={missing} goTo={goTo} />}
        <button className={classes.submit} type="submit" disabled={busy || missing.length > 0}>
          {busy ? words.submitting : words.submit}
        </button>
      </fieldset>
      {/* The button loses the focus while it is disabled: who does not see it hears it here. */}
      <p className={classes.spoken} aria-live="polite">
        {busy && words.submitting}
      </p>
      <Outcome
        ref={notice}
        phase={phase}
        words={words}
        phone={phone}
        wrong={Object.keys(errors).length > 0}
      />
    </form>
  )
}

interface SectionProps {
  id: string
  title: string
  mark?: string
  hint?: string
  children: React.ReactNode
}

function Section({ id, title, mark, hint, children }: SectionProps) {
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>
          {title}
          {mark && <span className={classes.mark}> ({mark})</span>}
        </h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {children}
    </section>
  )
}

/** A checkbox whose text names the notice, which opens (specification §2, GC-03). */
function Acknowledgment({ words }: Pick<PageData, 'words'>) {
  const [before, after] = words.acknowledge
  return (
    <div className={classes.acknowledge}>
      <input
        id="acknowledged"
        name="acknowledged"
        type="checkbox"
        aria-required="true"
        aria-labelledby="acknowledged-label"
      />
      <p id="acknowledged-label">
        {before && <label htmlFor="acknowledged">{before}</label>}
        <a href={`#${NOTICE_ID}`} aria-haspopup="dialog">
          {words.privacyNotice}
        </a>
        <label htmlFor="acknowledged">{after}</label>
      </p>
    </div>
  )
}
