type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

export interface Counting {
  /** A number as this language writes it. */
  readonly number: (value: number) => string;
  /** The plural category of a count. */
  readonly category: (count: number) => Intl.LDMLPluralRule;
  /** The form that the language's plural rule asks for, with the count in the place of #. */
  readonly of: (count: number, forms: Forms) => string;
}

export function counting(language: string): Counting {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  const number = (value: number): string => format.format(value);
  const category = (count: number): Intl.LDMLPluralRule => rules.select(count);
  return {
    number,
    category,
    of: (count, forms) => (forms[category(count)] ?? forms.other).replace("#", number(count)),
  };
}
