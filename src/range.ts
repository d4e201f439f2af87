/** A range such as "24-48 hours" or "$65K-$85K": browsers break lines inside it, after the hyphen. */
export const RANGE = /(?:\$|\b)\d[\d.,:]*[KM]?-\$?\d[\d.,:]*[KM]?\b(?!@)/
