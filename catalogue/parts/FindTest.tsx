import { SEARCH } from '#domain/catalogue/paths.ts'
import classes from './find-test.module.css'
import { SearchIcon } from './icons.tsx'

/** The catalogue's own search; suggestions come by script. */
export function FindTest({ value = '' }: { value?: string }) {
  return (
    <search className={classes.find}>
      <form action={SEARCH} method="get">
        <label htmlFor="find-test" className={classes.label}>
          Find a test by name, code, gene, disease or ICD-10 code
        </label>
        <div className={classes.field} data-find="">
          <SearchIcon />
          <input
            id="find-test"
            name="q"
            type="search"
            defaultValue={value}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="submit">Find</button>
        </div>
      </form>
    </search>
  )
}
