import type { CatalogueTest } from '#contract/catalogue-site.ts'
import type { Brand } from '#domain/brand/brand.ts'
import { testPath } from '#domain/catalogue/paths.ts'

// What search engines read: schema.org, in JSON-LD.

/** The way from the catalogue's beginning to a page: names with the paths they lead to. */
export function breadcrumbs(
  origin: string,
  steps: readonly (readonly [name: string, path: string])[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}

export function laboratory(origin: string, brand: Brand): object {
  return {
    '@type': 'DiagnosticLab',
    name: brand.name,
    legalName: brand.legalName,
    url: `${origin}/catalogue/`,
    telephone: brand.contact.phone,
    email: brand.contact.email,
    address: brand.contact.address.join(', '),
  }
}

export function medicalTest(origin: string, test: CatalogueTest): object {
  return {
    '@type': 'MedicalTest',
    name: test.testName,
    description: test.description,
    url: `${origin}${testPath(test.code)}`,
    code: test.cptCodes.map((code) => ({ '@type': 'MedicalCode', codeValue: code, codingSystem: 'CPT' })),
    identifier: test.displayCode || test.code,
    relevantSpecialty: 'https://schema.org/Genetic',
  }
}

export function listOfTests(origin: string, tests: readonly CatalogueTest[]): object {
  return {
    '@type': 'ItemList',
    numberOfItems: tests.length,
    itemListElement: tests.map((test, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: test.testName,
      url: `${origin}${testPath(test.code)}`,
    })),
  }
}
