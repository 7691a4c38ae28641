import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { AppointmentRequest, SitePage } from '#contract/site.ts'
import type { PageData } from './data.ts'
import { AppointmentForm } from './form/AppointmentForm.tsx'
import { Page } from './Page.tsx'
import { FORM_LANGUAGES } from './words/languages.ts'
import { withNames } from './words/words.ts'

/** The names, each apart from what is written in the other direction around it. */
function namesIn(direction: 'ltr' | 'rtl', { brand, partner }: AppointmentRequest) {
  const apart = (name: string) => (direction === 'rtl' ? `\u2068${name}\u2069` : name)
  return { lab: apart(brand.name), partner: apart(partner.name) }
}

/**
 * The whole page in one language. The browser takes over only the form; all else is text. What the form says goes with
 * the page, so that the script is the same for all languages.
 */
export function renderAppointment(request: AppointmentRequest): SitePage {
  const { brand, language: requested, origins } = request
  const language = brand.languages.find((one) => one === requested) ?? 'en'
  const { direction, date, countries, preferredLanguage, words: unnamed } = FORM_LANGUAGES[language]
  const words = withNames(unnamed, namesIn(direction, request))
  const data: PageData = {
    ...{ language, countries, date, preferredLanguage },
    ...{ phone: brand.contact.phone, words: words.form },
  }
  const form = renderToString(<AppointmentForm {...data} />)
  const address = (tag: string) => `${origins.appointment}/gc-appointment-form${tag}`
  return {
    status: 200,
    language,
    direction,
    head: renderToStaticMarkup(
      <>
        <title>{words.title}</title>
        <meta name="description" content={words.description} />
        <link rel="alternate" hrefLang="x-default" href={address('')} />
        {brand.languages.map((tag) => (
          <link key={tag} rel="alternate" hrefLang={tag} href={address(`?lang=${tag}`)} />
        ))}
      </>,
    ),
    body: renderToStaticMarkup(
      <Page language={language} words={words} form={form} data={data} site={request} />,
    ),
  }
}
