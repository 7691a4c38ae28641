import type { FormBody } from '#contract/client.ts'

/** A form as the browser sends it. */
export function formDataOf(body: FormBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (typeof value !== 'object') form.append(name, String(value))
    else
      form.append(name, new Blob([new Uint8Array(value.content)], { type: value.mediaType }), value.filename)
  }
  return form
}
