import type { ReactNode } from 'react'
import { SEARCH } from '#domain/catalogue/paths.ts'
import classes from './find-test.module.css'
import { SearchIcon } from './icons.tsx'

interface FindTestProps {
  label?: string
  value?: string
  /** Where the form leads, with what was typed as this parameter. */
  action?: string
  name?: string
  button?: string
  /** What else the form sends. */
  children?: ReactNode
}

/** The catalogue's own search. Suggestions come by script, for a comparison (`name` is `add`) of tests only. */
export function FindTest({
  label = 'Find a test by name, code, gene, disease or ICD-10 code',
  value = '',
  action = SEARCH,
  name = 'q',
  button = 'Find',
  children,
}: FindTestProps) {
  return (
    <search className={classes.find}>
      <form action={action} method="get">
        {children}
        <label htmlFor="find-test" className={classes.label}>
          {label}
        </label>
        <div className={classes.field} data-find="">
          <SearchIcon />
          <input
            id="find-test"
            name={name}
            type="search"
            defaultValue={value}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="submit">{button}</button>
        </div>
      </form>
    </search>
  )
}
