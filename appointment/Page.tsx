import type { SiteBrand } from '#contract/site.ts'
import type { FormLanguage } from '#domain/counseling/form-languages.ts'
import { Called } from './Called.tsx'
import { DATA_ID, FORM_ID, LATE_ID, NOTICE_ID, type PageData, YEAR_ID } from './data.ts'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import classes from './page.module.css'
import { FORM_LANGUAGES } from './words/languages.ts'
import type { Words } from './words/words.ts'

interface PageProps {
  language: FormLanguage
  words: Words
  /** The form's HTML, as React makes it. */
  form: string
  data: PageData
  site: SiteBrand
}

/** The page around the form (specification §2): header bar, heading, info box, footer. Made by the server only. */
export function Page({ language, words, form, data, site }: PageProps) {
  const { brand, icon, privacyNotice } = site
  return (
    <>
      <header className={classes.header}>
        <a className={classes.brand} href={brand.website.home}>
          <img src={icon} alt="" width="26" height="26" fetchPriority="low" />
          <span lang="en">{brand.name}</span>
        </a>
        <Languages language={language} all={brand.languages} label={words.languages} />
      </header>
      <main className={classes.main}>
        <h1 id="heading">{words.heading}</h1>
        <p className={classes.info}>{words.info}</p>
        <noscript>
          <p className={classes.noScript}>
            <Called text={words.noScript} phone={data.phone} />
          </p>
        </noscript>
        {/* Made by React from our own words. */}
        <div id={FORM_ID} dangerouslySetInnerHTML={{ __html: form }} />
        {/* Without the script, which takes this away, the form's button never works. */}
        <div id={LATE_ID} className={classes.late}>
          <p>{words.form.failure}</p>
          <p>
            <Called text={words.form.failureNext} phone={data.phone} />
          </p>
        </div>
      </main>
      <footer className={classes.footer}>
        <p lang="en" dir="ltr">
          © <span id={YEAR_ID}>{new Date().getFullYear()}</span> {brand.legalName}
        </p>
        <ul>
          <li>
            <a href={`#${NOTICE_ID}`} aria-haspopup="dialog">
              {words.privacyNotice}
            </a>
          </li>
          <li>
            <a href={brand.website.contact}>{words.contact}</a>
          </li>
        </ul>
      </footer>
      <PrivacyNotice text={privacyNotice} words={words} phone={data.phone} />
      <script
        type="application/json"
        id={DATA_ID}
        // In what is written so no element can end.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
      />
    </>
  )
}

interface LanguagesProps {
  language: FormLanguage
  all: readonly FormLanguage[]
  label: string
}

/** Links, so that it works before and without the script. */
function Languages({ language, all, label }: LanguagesProps) {
  return (
    <details className={classes.languages}>
      <summary>
        <span className={classes.hidden}>{label}: </span>
        {FORM_LANGUAGES[language].name}
      </summary>
      <ul>
        {all.map((tag) => (
          <li key={tag}>
            <a
              href={`?lang=${tag}`}
              hrefLang={tag}
              lang={tag}
              dir={FORM_LANGUAGES[tag].direction}
              aria-current={tag === language ? 'true' : undefined}
            >
              {FORM_LANGUAGES[tag].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
