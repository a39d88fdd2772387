# Turn the perturbed reports of this folder into unbiased estimates with standard errors.
#
#     Rscript debias.R [folder]
#
# Writes estimates.csv, and means.csv where means of numbers were asked for. Needs base R and nothing else. For each
# field and level, the share of reports that support answer i is C / n, and (C / n - q) / (p - q) is its unbiased
# estimate; the mean of the readings of a number is unbiased for the mean of what people hold. Levels are weighted by
# their number of reports.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."

table_of <- function(name) {
  read.csv(file.path(folder, name), stringsAsFactors = FALSE, encoding = "UTF-8", na.strings = character(0))
}

supports <- function(mechanism) {
  rows <- as.matrix(table_of(file.path("reports", paste0(mechanism$file, ".csv"))))
  if (mechanism$shape == "choice") tabulate(rows[, 1], nbins = mechanism$answers) else unname(colSums(rows))
}

# Share and variance of the answer that these codes stand for, from the reports of one level.
estimate <- function(codes, counts, mechanism) {
  n <- mechanism$reports; p <- mechanism$p; q <- mechanism$q
  share <- sum((counts[codes] / n - q) / (p - q))
  others <- length(codes) - 1
  with_true <- mechanism$true_and_other; without <- mechanism$two_others
  outside <- length(codes) * (q * (1 - q) + others * (without - q^2))
  inside <- p * (1 - p) + others * (q * (1 - q) + 2 * (with_true - p * q) + (others - 1) * (without - q^2))
  possible <- min(max(share, 0), 1)
  noise <- (outside + possible * (inside - outside)) / (p - q)^2
  c(share, (noise + possible * (1 - possible)) / n)
}

mechanisms <- table_of("mechanisms.csv")
mechanisms <- mechanisms[mechanisms$reports > 0, ]
numbers <- mechanisms[mechanisms$kind == "number", ]
mechanisms <- mechanisms[mechanisms$kind != "number", ]

# Mean and its variance from the readings of one level; noise is the least that one reading varies by.
mean_of <- function(mechanism) {
  readings <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_reading
  n <- length(readings)
  c(n, mean(readings), if (n == 1) mechanism$noise else max(var(readings), mechanism$noise) / n)
}

if (nrow(numbers) > 0) {
  questions <- table_of("questions.csv")
  each <- sapply(seq_len(nrow(numbers)), function(place) mean_of(numbers[place, ]))
  means <- t(sapply(unique(numbers$field), function(field) {
    of <- each[, numbers$field == field, drop = FALSE]
    weights <- of[1, ] / sum(of[1, ])
    c(sum(weights * of[2, ]), sqrt(sum(weights^2 * of[3, ])))
  }))
  write.csv(data.frame(
    question = questions$question[match(unique(numbers$field), questions$field)],
    mean = formatC(means[, 1], digits = 17, format = "g"), standard_error = formatC(means[, 2], digits = 17, format = "g")
  ), file.path(folder, "means.csv"), row.names = FALSE, quote = FALSE)
}

counts <- lapply(seq_len(nrow(mechanisms)), function(place) supports(mechanisms[place, ]))
codebook <- table_of("codebook.csv")

first <- data.frame(field = codebook$field, code = codebook$code, question = codebook$first, answer = codebook$first_answer)
second <- data.frame(field = codebook$field, code = codebook$code, question = codebook$second, answer = codebook$second_answer)
meant <- rbind(first, second[!is.na(second$question) & second$question != "", ])  # a column of blanks is read as NA
keys <- unique(meant[, c("field", "question", "answer")])
keys <- keys[keys$field %in% mechanisms$field, ]  # at every level of the others too few reports were left

if (nrow(keys) > 0) {
  found <- t(sapply(seq_len(nrow(keys)), function(place) {
    key <- keys[place, ]
    codes <- meant$code[meant$field == key$field & meant$question == key$question & meant$answer == key$answer]
    levels <- which(mechanisms$field == key$field)
    weights <- mechanisms$reports[levels] / sum(mechanisms$reports[levels])
    each <- sapply(levels, function(level) estimate(codes, counts[[level]], mechanisms[level, ]))
    c(sum(weights * each[1, ]), sqrt(sum(weights^2 * each[2, ])))
  }))

  estimates <- data.frame(
    question = keys$question, answer = keys$answer,
    share = formatC(found[, 1], digits = 17, format = "g"), standard_error = formatC(found[, 2], digits = 17, format = "g")
  )
  write.csv(estimates, file.path(folder, "estimates.csv"), row.names = FALSE, quote = FALSE)
}
